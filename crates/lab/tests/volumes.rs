//! Volumes against answers known by hand, and the judge of volumes against kinds that lie.

use dodgem_lab::judge::{Scenes, judge};
use dodgem_lab::registry::{Stage, of_stage};

#[test]
fn show() {
    let scenes = Scenes::new(1000);
    for row in of_stage(Stage::Volume) {
        let t = std::time::Instant::now();
        let s = judge(row, &scenes).unwrap();
        println!(
            "{:20} {:?} loose {} within {} err {:.1e} {:?} t {:?}",
            row.id,
            s.faults(row),
            s.loose,
            s.within_band,
            s.error,
            s.ops.line(),
            t.elapsed()
        );
    }
}
