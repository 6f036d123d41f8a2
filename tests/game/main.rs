//! The game as a whole: levels, rounds, the command line, and their documentation.

mod acts;
mod added;
mod car_limits;
mod command_line;
mod determinism;
mod docs;
mod drivers;
mod engine;
mod kept;
mod level_text;
mod levels;
mod model_limits;
mod models;
mod rounds;
mod scene_cost;
mod scene_search;
mod scenes;
mod school;
mod strangers;
mod structure;
mod tapes;
mod teams;
mod things;
mod views;
mod work_limit;
mod zones;
