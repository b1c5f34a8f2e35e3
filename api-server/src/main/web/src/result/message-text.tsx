/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { TextBlock } from '../ui/text-block';
import { words } from '../words';
import { placesIn } from './messages';

/** A message of a compiler or interpreter; the places that it names lead into the editor. */
export function MessageText(props: {
    label: string;
    text: string;
    sourceFile: string | undefined;
    onPlace: ((line: number, column?: number) => void) | undefined;
}) {
    const { sourceFile, onPlace } = props;
    if (sourceFile === undefined || onPlace === undefined) {
        return <TextBlock label={props.label}>{props.text}</TextBlock>;
    }
    return (
        <TextBlock label={props.label}>
            {placesIn(props.text, sourceFile).map((piece, i) =>
                piece.line === undefined ? (
                    piece.text
                ) : (
                    <button
                        key={i}
                        type="button"
                        class="place"
                        title={words.result.line(sourceFile, piece.line)}
                        onClick={() => onPlace(piece.line ?? 1, piece.column)}
                    >
                        {piece.text}
                    </button>
                ),
            )}
        </TextBlock>
    );
}
