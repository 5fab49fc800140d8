use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn the_lowest_are_what_sorting_would_give(
        keys in proptest::collection::vec(0_u32..50, 0..300),
        keep in 0_usize..40,
    ) {
        let mut lowest = Lowest::new(keep);
        for (at, key) in keys.iter().enumerate() {
            lowest.offer(*key, at);
        }
        let mut kept: Vec<usize> = lowest.into_items().collect();
        kept.sort_unstable();
        let mut sorted: Vec<(u32, usize)> = keys.into_iter().zip(0..).collect();
        sorted.sort_unstable();
        let mut wanted: Vec<usize> = sorted.into_iter().take(keep).map(|(_, at)| at).collect();
        wanted.sort_unstable();
        prop_assert_eq!(kept, wanted);
    }
}
