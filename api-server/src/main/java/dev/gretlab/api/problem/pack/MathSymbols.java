/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The characters behind TeX's names. */
final class MathSymbols {

    /** Names of operators and relations, each with its character. */
    static final Map<String, String> OPERATORS =
            table(
                    """
                    le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ ne ≠ neq ≠ lt < gt > ll ≪ gg ≫
                    approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ prec ≺ succ ≻ preceq ⪯ succeq ⪰
                    in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋
                    cup ∪ cap ∩ setminus ∖ smallsetminus ∖ uplus ⊎ sqcup ⊔ sqcap ⊓
                    land ∧ wedge ∧ lor ∨ vee ∨ lnot ¬ neg ¬ oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙
                    times × div ÷ cdot ⋅ pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet ∙ diamond ⋄
                    to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ mapsto ↦ longmapsto ⟼
                    longrightarrow ⟶ longleftarrow ⟵ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔
                    implies ⟹ impliedby ⟸ iff ⟺ Longrightarrow ⟹ uparrow ↑ downarrow ↓ updownarrow ↕
                    Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow ↘ hookrightarrow ↪ rightsquigarrow ⇝
                    forall ∀ exists ∃ nexists ∄ mid ∣ nmid ∤ parallel ∥ perp ⟂ vdash ⊢ models ⊨
                    colon : coloneqq ≔ triangleq ≜ doteq ≐ asymp ≍ bowtie ⋈ bmod mod
                    lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ lbrace { rbrace } lbrack [ rbrack ]
                    lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ | ‖ { { } } backslash \\
                    int ∫ iint ∬ oint ∮ nabla ∇ lor ∨ prime ′ wr ≀ dagger † ddagger ‡ And &amp;
                    """);

    /** Names of letters and of what stands like a letter. */
    static final Map<String, String> LETTERS =
            table(
                    """
                    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ
                    iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ
                    varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
                    Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
                    infty ∞ emptyset ∅ varnothing ∅ ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ partial ∂ wp ℘
                    imath ı jmath ȷ top ⊤ bot ⊥ angle ∠ triangle △ square □ Box □ blacksquare ■
                    checkmark ✓ degree ° dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯ dotso …
                    % % # # $ $ & &amp; _ _ S § P ¶ pounds £ clubsuit ♣ diamondsuit ♢ heartsuit ♡
                    spadesuit ♠ sharp ♯ flat ♭ natural ♮
                    """);

    /** Operators that carry their limits below and above in displayed formulas. */
    static final Map<String, String> BIG_OPERATORS =
            table(
                    """
                    sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂
                    bigsqcup ⨆ biguplus ⨄
                    """);

    /** Functions whose limits go below. */
    static final Set<String> LIMIT_FUNCTIONS =
            Set.of(
                    "max", "min", "lim", "sup", "inf", "gcd", "argmax", "argmin", "Pr", "det",
                    "limsup", "liminf");

    static final Set<String> FUNCTIONS =
            Set.of(
                    "log", "ln", "lg", "exp", "sin", "cos", "tan", "cot", "sec", "csc", "arcsin",
                    "arccos", "arctan", "sinh", "cosh", "tanh", "lcm", "dim", "ker", "deg", "hom",
                    "arg");

    static final Map<String, String> ACCENTS =
            table(
                    """
                    hat ^ widehat ^ bar ¯ overline ‾ vec → tilde ~ widetilde ~ dot ˙ ddot ¨ check ˇ breve ˘
                    acute ´ grave ` overbrace ⏞ overrightarrow → overleftarrow ←
                    """);

    static final Map<String, String> UNDER_ACCENTS = table("underline _ underbrace ⏟ underbar _");

    /** Widths in em. */
    static final Map<String, String> SPACES =
            table(
                    """
                    , 0.1667em thinspace 0.1667em : 0.2222em > 0.2222em medspace 0.2222em ; 0.2778em
                    thickspace 0.2778em ! -0.1667em negthinspace -0.1667em quad 1em qquad 2em
                    enspace 0.5em space 0.3333em nobreakspace 0.3333em
                    """);

    /** Commands that change nothing here. */
    static final Set<String> IGNORED =
            Set.of(
                    "limits",
                    "nolimits",
                    "nonumber",
                    "notag",
                    "textstyle",
                    "scriptstyle",
                    "scriptscriptstyle",
                    "strut",
                    "allowbreak",
                    "nobreak",
                    "relax",
                    "noindent",
                    "centering",
                    "protect",
                    "mathstrut");

    private MathSymbols() {}

    private static Map<String, String> table(String text) {
        Map<String, String> table = new HashMap<>();
        String[] words = text.strip().split("\\s+", -1);
        for (int i = 0; i + 1 < words.length; i += 2) {
            String value = words[i + 1];
            table.put(words[i], value.equals("<") ? "&lt;" : value.equals(">") ? "&gt;" : value);
        }
        return Map.copyOf(table);
    }

    /**
     * The letter or digit in an alphabet. Browsers know alphabets only as characters of their own:
     * of {@code mathvariant} they honour normal alone.
     */
    static String styled(int c, MathFont font) {
        boolean upper = c >= 'A' && c <= 'Z';
        boolean lower = c >= 'a' && c <= 'z';
        boolean digit = c >= '0' && c <= '9';
        if (!upper && !lower && !digit) {
            return Character.toString(c);
        }
        String exception = EXCEPTIONS.get(font.name().toLowerCase(Locale.ROOT) + (char) c);
        if (exception != null) {
            return exception;
        }
        int base = digit ? font.digits() : upper ? font.capitals() : font.smalls();
        int first = digit ? '0' : upper ? 'A' : 'a';
        return base == 0 ? Character.toString(c) : Character.toString(base + c - first);
    }

    /** Letters that Unicode had before it got the alphabets. */
    private static final Map<String, String> EXCEPTIONS =
            table(
                    """
                    double_struckC ℂ double_struckH ℍ double_struckN ℕ double_struckP ℙ double_struckQ ℚ
                    double_struckR ℝ double_struckZ ℤ scriptB ℬ scriptE ℰ scriptF ℱ scriptH ℋ scriptI ℐ
                    scriptL ℒ scriptM ℳ scriptR ℛ scripte ℯ scriptg ℊ scripto ℴ frakturC ℭ frakturH ℌ
                    frakturI ℑ frakturR ℜ frakturZ ℨ
                    """);
}
