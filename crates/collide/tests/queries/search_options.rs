//! The options of the search of two trees: orders change no answer, the leaf walk of 2002 only loses hits.

use dodgem_collide::math::Pose;
use dodgem_collide::{
    BuildOptions, DescentOrder, LeafTest, Model, PieceGrowth, Placed, Query, SearchOptions, Stages,
    VolumeKind,
};
use dodgem_oracle::{meshes, random};

fn models(seed: u64, options: &BuildOptions) -> Option<[Model; 2]> {
    let mut rng = random::rng(seed);
    let [a, b] = [0, 1].map(|_| Model::build(&meshes::any(&mut rng).1.mesh(), options));
    Some([a.ok()?, b.ok()?])
}

/// True if two models meet, and the points that tell where.
fn asked(models: &[Model; 2], pose: &Pose, search: SearchOptions) -> (bool, usize) {
    let mut query = Query::default();
    query.set_stages(Stages::TREES_ONLY);
    query.set_search(search);
    assert_eq!(query.search(), search);
    let found = query.intersect(
        Placed::new(&models[0], &Pose::IDENTITY),
        Placed::new(&models[1], pose),
    );
    (found.value.is_hit(), found.value.points().len())
}

#[test]
fn no_order_of_the_descent_changes_an_answer() {
    let (mut hits, mut clear) = (0, 0);
    for seed in 0..120 {
        let options = BuildOptions {
            volume: VolumeKind::ALL[seed as usize % VolumeKind::ALL.len()],
            ..BuildOptions::default()
        };
        let Some(models) = models(seed, &options) else {
            continue;
        };
        let mut rng = random::rng(seed + 1000);
        for _ in 0..20 {
            let pose = random::pose(&mut rng, 1.2);
            let answers = DescentOrder::ALL.map(|order| {
                let search = SearchOptions {
                    order,
                    ..SearchOptions::default()
                };
                asked(&models, &pose, search).0
            });
            assert!(
                answers.iter().all(|hit| *hit == answers[0]),
                "{seed}: {answers:?}"
            );
            *(if answers[0] { &mut hits } else { &mut clear }) += 1;
        }
    }
    assert!(hits > 200 && clear > 200, "{hits} {clear}");
}

#[test]
fn the_leaf_walk_tells_no_false_hit_and_misses_a_few() {
    let options = BuildOptions {
        piece_growth: PieceGrowth::FirstFit,
        ..BuildOptions::default()
    };
    let walk = SearchOptions {
        order: DescentOrder::SmallerFirst,
        leaf: LeafTest::Walk,
    };
    let (mut hits, mut missed) = (0, 0);
    for seed in 0..120 {
        let Some(models) = models(seed, &options) else {
            continue;
        };
        let mut rng = random::rng(seed + 2000);
        for _ in 0..20 {
            let pose = random::pose(&mut rng, 1.2);
            let (exact, _) = asked(&models, &pose, SearchOptions::default());
            let (found, points) = asked(&models, &pose, walk);
            assert!(exact || !found, "{seed}: a false hit");
            assert_eq!(found, points > 0);
            hits += u32::from(exact);
            missed += u32::from(exact && !found);
        }
    }
    // Most hits cross many triangles, so the walk mostly finds one of them.
    assert!(
        hits > 200 && (1..hits / 4).contains(&missed),
        "{missed} of {hits} missed"
    );
}
