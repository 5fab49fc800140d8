//! What a call costs.

use crate::message::TokenUsage;
use crate::model::Price;

/// In millionths of the currency unit, rounded up so that nothing that costs is free. The parts of the
/// input that came from or went to the provider's cache have prices of their own.
pub fn cost(price: Price, usage: TokenUsage) -> u64 {
    let plain = usage.input.saturating_sub(usage.cached).saturating_sub(usage.cache_written);
    let parts = [
        (plain, price.input),
        (usage.cached, price.cached),
        (usage.cache_written, price.cache_written),
        (usage.output, price.output),
    ];
    let sum = parts
        .into_iter()
        .map(|(tokens, price)| u128::from(tokens) * u128::from(price))
        .fold(0_u128, u128::saturating_add);
    u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PRICE: Price =
        Price { input: 3_000_000, cached: 300_000, cache_written: 3_750_000, output: 15_000_000 };

    #[test]
    fn cached_input_has_its_own_price() {
        let usage = TokenUsage { input: 1_000, cached: 400, cache_written: 100, output: 10, thinking: 5 };
        assert_eq!(cost(PRICE, usage), 500 * 3 + 120 + 375 + 150);
    }

    #[test]
    fn a_fraction_is_rounded_up() {
        let usage = TokenUsage { cached: 1, input: 1, ..TokenUsage::default() };
        assert_eq!(cost(PRICE, usage), 1);
        assert_eq!(cost(PRICE, TokenUsage::default()), 0);
    }

    proptest! {
        #[test]
        fn no_numbers_are_too_large(
            price in any::<[u64; 4]>(),
            usage in any::<[u64; 5]>(),
        ) {
            let [input, cached, cache_written, output] = price;
            let price = Price { input, cached, cache_written, output };
            let [input, output, thinking, cached, cache_written] = usage;
            let usage = TokenUsage { input, output, thinking, cached, cache_written };
            let more = TokenUsage { output: output.saturating_add(1), ..usage };
            prop_assert!(cost(price, usage) <= cost(price, more));
        }
    }
}
