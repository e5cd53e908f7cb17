/// A sum that any one altered byte changes, and any few with it. It tells a broken disk from sound bytes, not an enemy: eight
/// bytes a step keep it below the time that reading takes.
pub fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x9E37_79B9_7F4A_7C15;
    let step = |sum: u64, word: u64| (sum.rotate_left(29) ^ word).wrapping_mul(PRIME);
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| step(sum, u64::from_le_bytes(*word)));
    step(sum, u64::from_le_bytes(last))
}

/// Another such sum, four times as quick for long runs: four lanes of words are summed side by side.
pub fn checksum_of_page(bytes: &[u8]) -> u64 {
    const LANES: usize = 4;
    let (blocks, rest) = bytes.as_chunks::<{ 8 * LANES }>();
    let mut lanes = [0x9E37_79B9_7F4A_7C15u64, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5];
    let primes = lanes;
    for block in blocks {
        let words = block.as_chunks::<8>().0;
        for ((lane, prime), word) in lanes.iter_mut().zip(primes).zip(words) {
            *lane = (lane.rotate_left(29) ^ u64::from_le_bytes(*word)).wrapping_mul(prime);
        }
    }
    let [a, b, c, d] = lanes.map(u64::to_le_bytes);
    checksum(&[a, b, c, d].as_flattened().iter().chain(rest).copied().collect::<Vec<u8>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_altered_byte_changes_both_sums() {
        for length in [0, 1, 7, 8, 31, 32, 33, 100] {
            let bytes: Vec<u8> = (0..length).collect();
            for at in 0..bytes.len() {
                for bit in 0..8 {
                    let mut altered = bytes.clone();
                    altered[at] ^= 1 << bit;
                    assert_ne!(checksum(&altered), checksum(&bytes), "{length} bytes, byte {at}");
                    assert_ne!(checksum_of_page(&altered), checksum_of_page(&bytes), "{length} bytes, byte {at}");
                }
            }
            let longer = [bytes.as_slice(), &[0]].concat();
            assert_ne!(checksum(&longer), checksum(&bytes));
            assert_ne!(checksum_of_page(&longer), checksum_of_page(&bytes));
        }
    }
}
