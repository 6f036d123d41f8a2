//! The game as a whole: levels, rounds, the command line, and what is written about them.

mod command_line;
mod determinism;
mod docs;
mod levels;
mod models;
mod rounds;
mod work_limit;
