use std::io::Read;

/// Not inlined, so that nothing is known of it: every pair is looked at.
#[inline(never)]
fn stops(height: u64, signal: u64) -> bool {
    height >= signal
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let heights: Vec<u64> = text.split_ascii_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
    let mut total: u64 = 0;
    for i in 0..heights.len() {
        let mut stop = None;
        for j in (i + 1..heights.len()).rev() {
            if stops(heights[j], heights[i]) {
                stop = Some(j);
            }
        }
        total += stop.map_or(0, |j| (j - i) as u64);
    }
    println!("{}", total);
}
