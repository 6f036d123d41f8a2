//! Queries about half-spaces that a budget ends.

use dodgem_collide::{
    Budget, Collision, ContactsEnd, Distance, DistanceOptions, PairCache, Placed, Query,
};
use dodgem_oracle::random;

use super::any_pair;

#[test]
fn a_cut_query_about_a_half_space_answers_on_the_safe_side() {
    let mut rng = random::rng(74);
    for round in 0..200 {
        let ([plane, shape], poses) = any_pair(&mut rng, 1.0);
        let (a, b) = (
            Placed::new(&plane, &poses[0]),
            Placed::new(&shape, &poses[1]),
        );
        let exact = &DistanceOptions::EXACT;
        let truth = Query::default()
            .distance(a, b, exact, &mut PairCache::default())
            .lower_bound();
        for units in [0, 1, 2, 3, 7, 20, 60, 100_000] {
            let mut query = Query::new(Budget::Work(units));
            let found = query.distance(a, b, exact, &mut PairCache::default());
            assert!(found.lower_bound() <= truth, "{round}, {units}: {found:?}");
            assert!(found.cost.work() <= units, "{round}, {units}");
            let is_cut = matches!(*found, Distance::Cut { .. });
            assert_eq!(found.cost.cuts, u64::from(is_cut));
            assert!(!is_cut || units < 100_000, "{round}");
            let hit = query.intersect(a, b);
            assert!(truth > 0.0 || !hit.is_clear(), "{round}, {units}: missed");
            let is_cut = matches!(*hit, Collision::Cut { .. });
            assert_eq!(hit.decided_by.is_none(), is_cut);
            let mut contacts = Vec::new();
            let cache = &mut PairCache::default();
            let end = query.contacts(a, b, 0.1, cache, &mut contacts);
            assert!(end.cost.work() <= units, "{round}, {units}");
            let all_seen = truth > 0.1 || !contacts.is_empty();
            assert!(end == ContactsEnd::Cut || all_seen, "{round}, {units}");
            assert!(units > 0 || end == ContactsEnd::Cut, "{round}");
        }
    }
}
