//! The page of results is what the command writes: the counts are the same on every machine.

use dodgem_lab::experiment::Size;
use dodgem_lab::report;

#[test]
fn the_page_of_results_is_what_the_command_writes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lab.md");
    let written = std::fs::read_to_string(path).expect("docs/lab.md is there");
    let page = report::page(&report::judge_all(Size::Quick));
    assert!(
        written == page,
        "`dodgem lab --quick --page docs/lab.md` would write:\n{page}"
    );
}
