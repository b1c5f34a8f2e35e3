fn main() {
    println!("Hello, Gretlab!");
}
