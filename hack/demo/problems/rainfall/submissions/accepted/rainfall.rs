use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let total: f64 = numbers[1..].iter().sum();
    println!("{:.9}", total / numbers[0]);
}
