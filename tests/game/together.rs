//! Acts on several things together: each is one act and one step of the history, on a tape as in a round.

use std::collections::BTreeSet;

use dodgem::arena::{ActorId, Controls, HandError};
use dodgem::game::tape::{HistoryStep, Player, Recorder, Wheel};
use dodgem::game::{Act, Arranged, Displacement, Round, RoundOptions, Side, Together};
use dodgem::level::{Axis, Clip, Library, parse, read_clip, written};
use glam::{Quat, Vec3};

const BRICKS: &str = r#"(
    name: "Bricks",
    mode: Free,
    materials: [(name: "clay", density: 1500.0)],
    things: [
        (name: "brick", solid: Box(width: 0.4, height: 0.2, length: 0.2), copies: Grid(columns: 3, rows: 1, layers: 2)),
        (name: "post", solid: Box(width: 0.5, height: 3.0, length: 3.0), kind: Fixed, at: (4.0, 0.0, 0.0)),
        (name: "wedge", solid: Hull(points: [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]),
            at: (-4.0, 0.0, 0.0)),
        (name: "ball", solid: Ball(radius: 0.3), at: (-4.0, 0.0, 3.0)),
    ],
    cars: [(position: (0.0, 8.0), driver: Computer(Chaser))],
    joints: [(kind: Rod(), a: "wedge", b: "ball")],
)"#;

struct Desk {
    library: Library,
    round: Round,
    wheel: Wheel,
}

impl Desk {
    fn new() -> Desk {
        let library = Library::new(Vec::new());
        let level = parse(&library, "bricks", BRICKS).unwrap();
        let options = RoundOptions {
            humans: 0,
            countdown: 0.0,
            ..RoundOptions::default()
        };
        let round = Round::with_options(&level, &library, options).unwrap();
        let recorder = Recorder::new(&round, &library).unwrap();
        let wheel = Wheel::new(recorder, &round, (60, 4));
        Desk {
            library,
            round,
            wheel,
        }
    }

    fn act(&mut self, act: Act) -> Result<(), HandError> {
        self.wheel.act(&mut self.round, act)
    }

    fn together(&mut self, ids: &BTreeSet<ActorId>, what: &Together) -> Result<(), HandError> {
        let act = what.act(&self.round, ids)?;
        self.act(act)
    }

    fn place(&self, id: u32) -> Vec3 {
        self.round.arena().actor(ActorId(id)).pose.translation()
    }

    fn bricks(&self) -> BTreeSet<ActorId> {
        (0..BRICK_COUNT).map(ActorId).collect()
    }

    /// Distances between all pairs of bricks.
    fn distances(&self) -> Vec<f32> {
        let all: Vec<Vec3> = self
            .bricks()
            .into_iter()
            .map(|id| self.place(id.0))
            .collect();
        let pairs = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs.map(|(i, j)| all[i].distance(all[j])).collect()
    }

    /// Plays what was recorded, and asserts that it repeats.
    fn assert_repeats(&mut self) {
        self.wheel.step(&mut self.round, &[Controls::default()]);
        let mut player = Player::new(self.wheel.tape()).unwrap();
        while player.step() {}
        assert_eq!(player.guide().contradiction(), None);
    }
}

const BRICK_COUNT: u32 = 6;
const POST: u32 = BRICK_COUNT;
const WEDGE: u32 = BRICK_COUNT + 1;
const BALL: u32 = BRICK_COUNT + 2;
const CAR: u32 = BRICK_COUNT + 3;

#[test]
fn a_wall_moves_and_turns_as_one_body_in_one_act() {
    let mut desk = Desk::new();
    let names: Vec<String> = (desk.round.arena().actors().iter())
        .map(|actor| actor.name.to_string())
        .collect();
    assert_eq!((&names[5][..], &names[6][..]), ("brick 6", "post"));
    let (bricks, before) = (desk.bricks(), desk.distances());
    let start = desk.place(0);
    desk.together(&bricks, &Together::Move(Vec3::new(-1.0, 0.5, 2.0)))
        .unwrap();
    assert!((desk.place(0) - start).distance(Vec3::new(-1.0, 0.5, 2.0)) < 1e-5);
    let turn = Together::Turn {
        axis: Axis::Y,
        degrees: 90.0,
    };
    desk.together(&bricks, &turn).unwrap();
    for (now, before) in desk.distances().into_iter().zip(before) {
        assert!((now - before).abs() < 1e-4);
    }
    // The wall stood along X, so it stands along Z now.
    let around = desk.round.box_around(&bricks).unwrap().extents();
    assert!(around.z > 1.1 && around.x < 0.3, "{around}");
    assert_eq!(desk.wheel.history(), (2, 2));
    let HistoryStep::Act(Act::Arrange { things, .. }) = desk.wheel.history_step(0).unwrap() else {
        panic!("one act");
    };
    assert_eq!(things.len(), 6);
    let words = desk
        .wheel
        .history_step(0)
        .unwrap()
        .words(desk.round.arena(), &dodgem::game::ActWords::ENGLISH);
    assert_eq!(words, "moved 6 bricks");
    desk.assert_repeats();
    desk.wheel.undo(&mut desk.round);
    desk.wheel.undo(&mut desk.round);
    assert_eq!(desk.place(0), start);
}

/// A movement without a rotation.
fn by(way: Vec3, gap: f32, slides: bool) -> Displacement {
    Displacement {
        way,
        turn: Quat::IDENTITY,
        about: Vec3::ZERO,
        gap,
        slides,
    }
}

#[test]
fn what_is_dragged_stops_as_one_body_at_an_obstacle() {
    let mut desk = Desk::new();
    let (bricks, before) = (desk.bricks(), desk.distances());
    let act = desk
        .round
        .dragged(&bricks, &by(Vec3::X * 10.0, 0.004, false))
        .unwrap();
    desk.act(act.unwrap()).unwrap();
    // The near side of the post is at 3.75 m.
    let side = desk.round.box_around(&bricks).unwrap().max.x;
    assert!((side - 3.746).abs() < 1e-3, "{side}");
    for (now, before) in desk.distances().into_iter().zip(before) {
        assert!((now - before).abs() < 1e-5);
    }
    let act = desk.round.dragged(&bricks, &by(Vec3::X, 0.004, false));
    let act = act.unwrap();
    assert_eq!(act, None, "it cannot go on");
}

#[test]
fn what_is_dragged_into_what_it_lies_on_slides_along_it() {
    let mut desk = Desk::new();
    // The bricks come to rest on each other.
    for _ in 0..120 {
        desk.round.step(&[]);
    }
    let upper = (0..6).max_by(|a, b| desk.place(*a).y.total_cmp(&desk.place(*b).y));
    let upper = upper.unwrap();
    let before = desk.place(upper);
    let ids: BTreeSet<ActorId> = [ActorId(upper)].into();
    // Aside and down, into the bricks below it.
    let way = Vec3::new(0.0, -0.3, 0.5);
    let act = desk.round.dragged(&ids, &by(way, 0.002, true)).unwrap();
    desk.act(act.expect("it moves")).unwrap();
    let moved = desk.place(upper) - before;
    assert!((moved.z - 0.5).abs() < 0.01 && moved.y > -0.01, "{moved}");
    // Past their edge it goes down to the floor.
    let act = desk.round.dragged(&ids, &by(Vec3::NEG_Y, 0.002, true));
    let act = act.unwrap();
    desk.act(act.expect("it goes down")).unwrap();
    let low = desk.place(upper).y - before.y;
    assert!((-0.205..-0.19).contains(&low), "{low}");
}

/// Drags an actor in small steps, as a pointer does. Returns how far it came.
fn drag(round: &mut Round, id: u32, way: Vec3, slides: bool) -> Vec3 {
    let place = |round: &Round| round.arena().actor(ActorId(id)).pose.translation();
    let (ids, start): (BTreeSet<ActorId>, _) = ([ActorId(id)].into(), place(round));
    for step in 1..=20 {
        let way = start + way * (step as f32 / 20.0) - place(round);
        let act = round.dragged(&ids, &by(way, 0.002, slides)).unwrap();
        // A refusal would leave it where it is until the pointer is elsewhere.
        act.map_or(Ok(()), |act| round.act(&act))
            .unwrap_or_else(|error| panic!("step {step} of {id} to {way}: {error}"));
    }
    place(round) - start
}

#[test]
fn each_brick_of_a_wall_at_rest_is_dragged_out_of_it() {
    let text = r#"(name: "Wall", mode: Free, things: [
        (name: "wall", solid: Box(width: 0.6, height: 0.3, length: 0.3), copies: Wall(columns: 5, rows: 5)),
    ])"#;
    let library = Library::new(Vec::new());
    let level = parse(&library, "wall", text).unwrap();
    let options = RoundOptions {
        humans: 0,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    for _ in 0..120 {
        round.step(&[]);
    }
    let rest = round.snapshot();
    for id in 0..round.arena().actors().len() as u32 {
        // Into a neighbour, into the floor or the bricks below, into those above, and straight out by an arrow.
        for (way, slides) in [
            (Vec3::new(0.6, 0.0, 0.6), true),
            (Vec3::new(-0.6, -0.2, 0.6), true),
            (Vec3::new(0.3, 0.4, -0.6), true),
            (Vec3::new(0.0, 0.0, 0.6), false),
            (Vec3::new(0.0, 0.0, -0.6), false),
        ] {
            round.restore(&rest).unwrap();
            let moved = drag(&mut round, id, way, slides);
            let far = moved.z * way.z.signum();
            assert!(far > 0.55, "brick {id} goes {moved}, not {way}");
        }
    }
}

#[test]
fn a_change_of_all_happens_or_none_of_it_does() {
    let mut desk = Desk::new();
    let bricks = desk.bricks();
    let text = |desk: &Desk| written(&desk.round.kept().level).unwrap();
    let (before, was) = (desk.round.arena().state_hash(), text(&desk));
    let with_post: BTreeSet<ActorId> = [ActorId(0), ActorId(POST)].into();
    let with_car: BTreeSet<ActorId> = [ActorId(0), ActorId(CAR)].into();
    for (ids, what, wanted) in [
        (&bricks, Together::Move(Vec3::X * 4.0), "in the way"),
        (&bricks, Together::Move(Vec3::X * 100.0), "outside"),
        (&bricks, Together::Move(Vec3::Y * -1.0), "outside"),
        (&bricks, Together::Move(Vec3::X * f32::INFINITY), "outside"),
        (&bricks, Together::Material("lead".to_owned()), "lead"),
        (&bricks, Together::Paint("red".to_owned()), "paint"),
        (&bricks, Together::Scale(0.0), "width"),
        (&with_car, Together::Scale(2.0), "car"),
        (
            &with_post,
            Together::Align(Axis::X, Side::Middle),
            "in the way",
        ),
        (&bricks, Together::Align(Axis::Y, Side::Low), "in the way"),
    ] {
        let told = desk
            .together(ids, &what)
            .expect_err("it cannot be")
            .to_string();
        assert!(told.contains(wanted), "{what:?}: {told}");
        assert_eq!(
            (desk.round.arena().state_hash(), text(&desk)),
            (before, was.clone())
        );
    }
    let one = |actor| Arranged {
        actor,
        pose: Some((Vec3::new(0.0, 3.0, 0.0), Quat::IDENTITY)),
        thing: None,
    };
    let arrange = |things| Act::Arrange {
        things,
        goes_on: false,
    };
    for (act, wanted) in [
        (arrange(vec![one(0), one(0)]), "twice"),
        (arrange(vec![one(0), one(1)]), "in the way"),
        (arrange(vec![one(0), one(99)]), "no longer"),
        (Act::RemoveAll { actors: vec![0, 0] }, "no longer"),
        (
            Act::RemoveAll {
                actors: vec![0, CAR],
            },
            "car",
        ),
        (
            Act::FreezeAll {
                actors: vec![0, CAR],
                frozen: true,
            },
            "car",
        ),
        (
            Act::FreezeAll {
                actors: vec![0, 99],
                frozen: true,
            },
            "no longer",
        ),
        (
            Act::Hide {
                actors: vec![0, 99],
                hidden: true,
            },
            "no longer",
        ),
    ] {
        let told = desk.act(act.clone()).expect_err("it cannot be").to_string();
        assert!(told.contains(wanted), "{act:?}: {told}");
        assert_eq!(
            (desk.round.arena().state_hash(), text(&desk)),
            (before, was.clone())
        );
    }
    assert_eq!(desk.wheel.history(), (0, 0));
}

#[test]
fn a_wall_is_scaled_mirrored_painted_and_frozen_together() {
    let mut desk = Desk::new();
    let bricks = desk.bricks();
    let size = |desk: &Desk| desk.round.box_around(&desk.bricks()).unwrap().extents();
    let before = size(&desk);
    desk.together(&bricks, &Together::Scale(2.0)).unwrap();
    assert!((size(&desk) - before * 2.0).length() < 1e-3);
    desk.together(&bricks, &Together::Paint("#102030".to_owned()))
        .unwrap();
    desk.together(&bricks, &Together::Material("clay".to_owned()))
        .unwrap();
    desk.together(&bricks, &Together::Group("wall".to_owned()))
        .unwrap();
    for id in &bricks {
        let thing = desk.round.scene().thing(*id).unwrap();
        assert_eq!(
            (&thing.paint[..], &thing.material[..], &thing.group[..]),
            ("#102030", "clay", "wall")
        );
        // 0.8 x 0.4 x 0.4 m of clay.
        assert!((desk.round.arena().actor(*id).mass - 192.0).abs() < 0.1);
    }
    let actors: Vec<u32> = bricks.iter().map(|id| id.0).collect();
    let frozen = true;
    desk.act(Act::FreezeAll {
        actors: actors.clone(),
        frozen,
    })
    .unwrap();
    assert!(
        actors
            .iter()
            .all(|id| desk.round.arena().actor(ActorId(*id)).is_fixed())
    );
    desk.act(Act::Hide {
        actors: actors.clone(),
        hidden: true,
    })
    .unwrap();
    assert!(desk.round.scene().is_hidden(ActorId(0)));
    // The corner of the wedge has its right angle at its origin; its mirror image reaches to the other side.
    let wedge = BTreeSet::from([ActorId(WEDGE)]);
    let centers = |desk: &Desk| {
        let arena = desk.round.arena();
        arena.world()[arena.actor(ActorId(WEDGE)).body]
            .center()
            .as_vec3()
    };
    let (around, center) = (desk.round.box_around(&wedge).unwrap(), centers(&desk));
    desk.together(&wedge, &Together::Mirror(Axis::X)).unwrap();
    let now = desk.round.box_around(&wedge).unwrap();
    assert!(now.min.distance(around.min) < 1e-4 && now.max.distance(around.max) < 1e-4);
    let mirrored = 2.0 * around.center().x - center.x;
    assert!((centers(&desk).x - mirrored).abs() < 1e-4 && (center.x - mirrored).abs() > 0.2);
    desk.act(Act::RemoveAll { actors }).unwrap();
    assert!(!desk.round.arena().is_present(ActorId(3)));
    assert_eq!(desk.wheel.history(), (8, 8));
    desk.assert_repeats();
    assert!(desk.wheel.go_to(&mut desk.round, 1) && desk.wheel.history() == (8, 1));
    assert!((size(&desk) - before * 2.0).length() < 1e-3);
    assert!(desk.wheel.go_to(&mut desk.round, 6));
    assert!(desk.round.scene().is_hidden(ActorId(0)));
    assert!(desk.wheel.go_to(&mut desk.round, 0) && !desk.wheel.go_to(&mut desk.round, 9));
    assert!((size(&desk) - before).length() < 1e-6);
}

#[test]
fn things_are_aligned_spread_and_let_down() {
    let mut desk = Desk::new();
    let three: BTreeSet<ActorId> = [ActorId(0), ActorId(WEDGE), ActorId(BALL)].into();
    desk.together(
        &BTreeSet::from([ActorId(0)]),
        &Together::Move(Vec3::new(0.0, 5.0, 5.5)),
    )
    .unwrap();
    desk.together(&three, &Together::Align(Axis::X, Side::High))
        .unwrap();
    let bounds = |desk: &Desk, id: u32| {
        desk.round
            .box_around(&BTreeSet::from([ActorId(id)]))
            .unwrap()
    };
    let sides = [0, WEDGE, BALL].map(|id| bounds(&desk, id).max.x);
    assert!(
        sides.iter().all(|side| (side - sides[0]).abs() < 1e-5),
        "{sides:?}"
    );
    desk.together(&three, &Together::Distribute(Axis::Z))
        .unwrap();
    let all = [WEDGE, BALL, 0].map(|id| bounds(&desk, id));
    let gaps = [all[1].min.z - all[0].max.z, all[2].min.z - all[1].max.z];
    assert!(
        (gaps[0] - gaps[1]).abs() < 1e-4 && gaps[0] > 0.1,
        "{gaps:?}"
    );
    desk.together(&three, &Together::Drop).unwrap();
    let low = bounds(&desk, 0).min.y;
    assert!((0.0..0.002).contains(&low), "{low}");
    // Two that are above each other come to lie on each other.
    let [one, other] = [ActorId(0), ActorId(BALL)];
    let below = desk.place(0);
    let above = below + Vec3::Y * 4.0 - desk.place(BALL);
    desk.together(&BTreeSet::from([other]), &Together::Move(above))
        .unwrap();
    desk.together(
        &BTreeSet::from([one, other]),
        &Together::Move(Vec3::Y * 2.0),
    )
    .unwrap();
    desk.together(&BTreeSet::from([one, other]), &Together::Drop)
        .unwrap();
    let gap = bounds(&desk, BALL).min.y - bounds(&desk, 0).max.y;
    assert!((0.0005..0.002).contains(&gap), "{gap}");
    desk.assert_repeats();
}

#[test]
fn what_is_copied_is_text_and_can_be_pasted_here_and_elsewhere() {
    let mut desk = Desk::new();
    let two: BTreeSet<ActorId> = [ActorId(WEDGE), ActorId(BALL)].into();
    let clip = desk.round.clip(&two, Vec3::X * 2.5);
    assert_eq!((clip.things.len(), clip.joints.len()), (2, 1));
    let text = clip.text().unwrap();
    assert!(text.starts_with("things: [\n"), "{text}");
    assert_eq!(read_clip(&text).unwrap(), clip);
    let paste = |clip: Clip| Act::Paste {
        clip: Box::new(clip),
    };
    desk.act(paste(clip.clone())).unwrap();
    let count = desk.round.arena().actors().len();
    let name = |desk: &Desk, index: usize| desk.round.arena().actors()[index].name.to_string();
    assert_eq!(
        (name(&desk, count - 2), name(&desk, count - 1)),
        ("wedge 2".into(), "ball 2".into())
    );
    let step = desk.place(count as u32 - 2) - desk.place(WEDGE);
    assert!(step.distance(Vec3::X * 2.5) < 1e-3, "{step}");
    let saved = desk.round.kept().level;
    assert!(
        saved
            .joints
            .iter()
            .any(|joint| joint.a == "wedge 2" && joint.b == "ball 2")
    );
    desk.assert_repeats();
    // At its own place, it rises as a whole.
    desk.act(paste(clip)).unwrap();
    let risen = [count, count + 1].map(|index| desk.place(index as u32).y);
    let from = [WEDGE, BALL].map(|id| desk.place(id).y);
    assert!((risen[0] - from[0] - (risen[1] - from[1])).abs() < 2e-3 && risen[0] > from[0] + 0.5);
    // Another scene takes it too, and what is copied in a text editor.
    let text = "(name: \"one\", solid: Ball(radius: 0.2), at: (9.0, 0.0, 9.0)),\n(solid: Box(width: 1, height: 1, length: 1), at: (9.0, 0.0, 5.0), copies: Row(count: 2)),\n";
    let mut other = Desk::new();
    let clip = read_clip(text).unwrap();
    other.act(paste(clip.clone())).unwrap();
    assert_eq!(other.round.arena().actors().len(), CAR as usize + 4);
    assert_eq!(read_clip(&clip.text().unwrap()).unwrap(), clip);
    assert_eq!(read_clip(BRICKS).unwrap().things.len(), 4);
    assert!(
        other.library.level_names().len() > 1,
        "it is the game's own"
    );
}

#[test]
fn a_pasted_text_is_refused_with_the_messages_of_a_level() {
    let mut desk = Desk::new();
    let before = desk.round.arena().state_hash();
    let told = |text: &str| read_clip(text).expect_err("it has a fault").to_string();
    let misspelt = told("(solid: Ball(radius: 1.0), at: (0, 0, 0),\n masss: 3.0)");
    assert!(
        misspelt.contains("pasted text:2:2") && misspelt.contains("mass"),
        "{misspelt}"
    );
    assert!(
        told("hello").contains("pasted text:1:"),
        "{}",
        told("hello")
    );
    for (text, wanted) in [
        ("(solid: Ball(radius: -1.0))", "radius"),
        ("(solid: Ball(radius: 1.0), material: \"lead\")", "lead"),
        ("(model: \"none.obj\")", "none.obj"),
        ("(name: \"a/b\", solid: Ball(radius: 1.0))", "/"),
        (
            "things: [(name: \"a\", solid: Ball(radius: 1.0))], joints: [(kind: Weld, a: \"a\", b: \"c\")]",
            "c",
        ),
        (
            "(solid: Ball(radius: 1.0), at: (300.0, 0.0, 0.0))",
            "outside",
        ),
    ] {
        let clip = Box::new(read_clip(text).unwrap());
        let told = desk
            .act(Act::Paste { clip })
            .expect_err("it cannot be")
            .to_string();
        assert!(told.contains(wanted), "{text}: {told}");
        assert_eq!(desk.round.arena().state_hash(), before);
    }
}

#[test]
fn a_saved_file_with_a_new_thing_and_its_zone_or_a_new_part_is_followed() {
    let library = Library::new(Vec::new());
    let text = r#"(
        name: "Followed",
        mode: Free,
        parts: [(name: "pair", things: [
            (name: "low", solid: Box(width: 0.4, height: 0.4, length: 0.4)),
            (name: "high", solid: Ball(radius: 0.2), center: (0.0, 1.0, 0.0)),
        ], joints: [(kind: Rod(), a: "low", b: "high")])],
        things: [(name: "arch", part: "pair"), (name: "box", solid: Ball(radius: 0.3), at: (3.0, 0.0, 0.0))],
    )"#;
    let before = parse(&library, "followed", text).unwrap();
    let new = r#"(name: "arch 2", part: "pair", at: (0.0, 0.0, 4.0)), (part: "pair", at: (0.0, 0.0, -4.0)),
        (name: "puck", solid: Ball(radius: 0.2), at: (5.0, 0.0, 0.0)), (name: "box""#;
    let zone = r#"zones: [(solid: Ball(radius: 1.0), at: (9.0, 0.0, 0.0), effect: Goal(thing: "puck", points: 2))],
        parts:"#;
    let text = text
        .replace("(name: \"box\"", new)
        .replacen("parts:", zone, 1);
    let after = parse(&library, "followed", &text).unwrap();
    let options = RoundOptions {
        humans: 0,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&before, &library, options).unwrap();
    let mut recorder = Recorder::new(&round, &library).unwrap();
    recorder.step(&mut round, &[]);
    let acts = round
        .followed(&before, &after, &library)
        .expect("it can be followed");
    for act in acts {
        recorder.act(&mut round, act).unwrap();
    }
    recorder.step(&mut round, &[]);
    let names: BTreeSet<String> = (round.arena().actors().iter())
        .filter(|actor| !actor.is_gone())
        .map(|actor| actor.name.to_string())
        .collect();
    let wanted = Round::with_options(&after, &library, options).unwrap();
    let wanted = wanted
        .arena()
        .actors()
        .iter()
        .map(|actor| actor.name.to_string());
    assert_eq!(names, wanted.collect());
    assert_eq!(round.scene().zones().len(), 1);
    assert_eq!(round.arena().joints().count(), 3);
    // The next version is followed from here.
    let moved = text.replace("at: (0.0, 0.0, 4.0)", "at: (1.0, 0.0, 4.0)");
    let moved = parse(&library, "followed", &moved).unwrap();
    let mut player = Player::new(recorder.tape()).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    let acts = round.followed(&after, &moved, &library).unwrap();
    assert_eq!(acts.len(), 2, "two things of the part are moved");
    for act in acts {
        round.act(&act).unwrap();
    }
}

#[test]
fn things_of_one_form_are_found_and_a_hidden_one_stays_hidden_when_it_changes() {
    let mut desk = Desk::new();
    assert_eq!(desk.round.things_like(ActorId(2)), desk.bricks());
    assert_eq!(desk.round.things_like(ActorId(CAR)), [ActorId(CAR)].into());
    desk.act(Act::Hide {
        actors: vec![2],
        hidden: true,
    })
    .unwrap();
    let one = BTreeSet::from([ActorId(2)]);
    desk.together(&one, &Together::Paint("#ffffff".to_owned()))
        .unwrap();
    assert!(desk.round.scene().is_hidden(ActorId(2)));
    assert_eq!(
        desk.round.things_like(ActorId(2)),
        desk.bricks(),
        "whatever their colour"
    );
}

#[test]
fn saving_an_untouched_scene_gives_the_same_bytes() {
    let desk = Desk::new();
    let kept = desk.round.kept();
    let text = dodgem::level::rewritten(&kept.level, BRICKS).unwrap();
    assert_eq!(text, BRICKS);
}

/// A change of something else must not set free what was frozen.
#[test]
fn what_was_frozen_stays_so_when_it_is_painted() {
    let mut desk = Desk::new();
    let ids: BTreeSet<ActorId> = (0..3).map(ActorId).collect();
    let actors: Vec<u32> = ids.iter().map(|id| id.0).collect();
    let frozen = true;
    desk.round.act(&Act::FreezeAll { actors, frozen }).unwrap();
    let thing = desk.round.scene().thing(ActorId(0)).unwrap();
    assert!(!thing.is_dynamic() && thing.mass.is_none());
    let paint = Together::Paint("#ff8000".to_owned());
    let act = paint.act(&desk.round, &ids).unwrap();
    desk.round.act(&act).unwrap();
    assert!(
        ids.iter()
            .all(|id| desk.round.arena().actor(*id).is_fixed())
    );
    desk.round.act(&Act::Freeze { actor: 0 }).unwrap();
    assert!(desk.round.scene().thing(ActorId(0)).unwrap().is_dynamic());
    assert!(desk.round.arena().actor(ActorId(0)).mass > 0.1);
}

/// Its motion begins anew there, so that its phase alone does not tell that it was moved.
#[test]
fn a_moving_thing_that_was_just_placed_is_saved_where_it_is() {
    let library = Library::new(Vec::new());
    let text = r#"(name: "Mill", mode: Free, things: [(name: "beam", center: (0.0, 1.0, 0.0),
        solid: Box(width: 1.0, height: 0.2, length: 0.2), motion: Spin(axis: (0.0, 1.0, 0.0), speed: 60.0))])"#;
    let level = parse(&library, "mill", text).unwrap();
    let mut round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
    let (actor, place, turn) = (0, Vec3::new(2.0, 1.5, 3.0), Quat::IDENTITY);
    round.act(&Act::Place { actor, place, turn }).unwrap();
    let saved = written(&round.kept().level).unwrap();
    let again = parse(&library, "mill", &saved).unwrap();
    assert_eq!(again.things[0].center, Some(place), "{saved}");
}
