use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<usize> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let n = numbers[0];
    // Among the n + 1 sums of the first 0, 1, ..., n weights, two leave the same remainder.
    let mut seen = vec![None; n];
    seen[0] = Some(0);
    let mut total = 0;
    for i in 1..=n {
        total = (total + numbers[i]) % n;
        if let Some(before) = seen[total] {
            let crates: Vec<String> = (before + 1..=i).map(|number: usize| number.to_string()).collect();
            println!("{}\n{}", crates.len(), crates.join(" "));
            return;
        }
        seen[total] = Some(i);
    }
}
