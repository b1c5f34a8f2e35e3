fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let beads = line.trim_end().as_bytes();
    let mut groups = Vec::new();
    let mut start = 0;
    while start < beads.len() {
        let length = beads[start..].iter().take_while(|&&bead| bead == beads[start]).count();
        groups.push(format!("{}{}", length, beads[start] as char));
        start += length;
    }
    println!("{}", groups.join(" "));
}
