use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<u64> = text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect();
    let mut documents: Vec<(u64, u64)> = numbers[1..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
    // If a is printed directly before b, swapping them changes the sum by w_a * t_b - w_b * t_a.
    documents.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    let mut now = 0;
    let mut total = 0;
    for (time, weight) in documents {
        now += time;
        total += weight * now;
    }
    println!("{}", total);
}
