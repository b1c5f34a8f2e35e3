use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let heights: Vec<u64> = text.split_ascii_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
    // Positions of the towers whose signal is still on its way: their heights sink eastward.
    let mut waiting: Vec<usize> = Vec::new();
    let mut total: u64 = 0;
    for (i, &height) in heights.iter().enumerate() {
        while let Some(&last) = waiting.last() {
            if heights[last] > height {
                break;
            }
            total += (i - last) as u64;
            waiting.pop();
        }
        waiting.push(i);
    }
    println!("{}", total);
}
