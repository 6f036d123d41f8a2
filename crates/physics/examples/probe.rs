#[path = "../tests/piles/scenes.rs"]
#[allow(dead_code)]
mod scenes;
use scenes::Pile;
fn piles() -> Vec<(&'static str, Pile)> {
    vec![
        ("t10", Pile::tower(10)),
        ("t20", Pile::tower(20)),
        ("t30", Pile::tower(30)),
        ("slabs", Pile::slabs(20)),
        ("p20", Pile::plates(10, 20.0)),
        ("p1", Pile::plates(10, 1.0)),
        ("c10", Pile::cylinders(10)),
        ("c15", Pile::cylinders(15)),
        ("h30", Pile::heavy_on_light(30.0, 1.0)),
        ("h100", Pile::heavy_on_light(100.0, 1.0)),
        ("h1000", Pile::heavy_on_light(1000.0, 3.0)),
        ("cards", Pile::cards(5)),
        ("cards60", Pile::cards(5).at_steps(60.0)),
        ("t8@60", Pile::tower(8).at_steps(60.0)),
        ("t16@60", Pile::tower(16).at_steps(60.0)),
        ("pyr", Pile::pyramid(20)),
        ("heap1", Pile::heap(200, 1)),
        ("heap2", Pile::heap(200, 2)),
        ("heap3", Pile::heap(200, 3)),
    ]
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seconds: f64 = std::env::var("SECS").ok().and_then(|s| s.parse().ok()).unwrap_or(60.0);
    for (key, pile) in piles() {
        if !args.is_empty() && !args.iter().any(|a| a == key) { continue; }
        let (mut world, bodies) = pile.build();
        let per = pile.steps_per_second;
        let mut slept = f64::NAN;
        let most = if pile.in_pit { 20.0 } else { 8.0 };
        for n in 0..(most * per) as u64 {
            world.step();
            if bodies.iter().all(|b| world.body(*b).is_asleep()) { slept = (n + 1) as f64 / per; break; }
        }
        let awake = bodies.iter().filter(|b| !world.body(**b).is_asleep()).count();
        if std::env::var("SLEEP").is_ok() || pile.in_pit { println!("{key:8} sleeps {slept:.2}, awake {awake}"); continue; }
        let (mut world, bodies) = pile.build();
        for b in &bodies { world.set_sleep(*b, false); }
        let mut from = vec![];
        let (mut fell, mut impacts, mut sweeps, mut debt, mut over) = (f64::NAN, 0, 0, 0.0, 0);
        let mut least = f32::INFINITY;
        let mut speed = 0.0f64;
        let mut off = 0.0f64;
        let mut sag = 0.0f64;
        let from_y: Vec<f64> = bodies.iter().map(|b| world.body(*b).center().y).collect();
        let t0 = std::time::Instant::now();
        for n in 0..(seconds * per) as u64 {
            world.step();
            let t = (n + 1) as f64 / per;
            let r = world.report();
            over += r.overlapping;
            if n == (2.0 * per) as u64 { from = bodies.iter().map(|b| world.body(*b).center()).collect(); 
              sag = bodies.iter().zip(&from_y).map(|(b, y)| y - world.body(*b).center().y).fold(0.0, f64::max); }
            if n > (2.0 * per) as u64 {
                impacts += r.impacts.len(); sweeps += r.sweeps; debt += r.debt;
                for touch in world.touches() { least = least.min(touch.distance); }
                off = bodies.iter().zip(&from).map(|(b, f)| world.body(*b).center().distance(*f)).fold(0.0, f64::max);
                speed = bodies.iter().map(|b| world.body(*b).velocity().length().max(world.body(*b).angular_velocity().length()*world.body(*b).reach() as f64)).fold(speed, f64::max);
                if off > 0.3 { fell = t; break; }
            }
        }
        println!("{key:8} sleeps {slept:.2} ({awake}) | creep {:.3} mm fell {fell:.1} | sag {:.2} gap {:.3} mm | speed {:.4} imp {impacts} sweeps {sweeps} debt {debt:.2} over {over} | {:.1} s", off*1e3, sag*1e3, least*1e3, speed, t0.elapsed().as_secs_f64());
    }
}
