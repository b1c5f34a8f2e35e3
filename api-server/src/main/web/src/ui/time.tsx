/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { serverNow } from '../clock';
import { exactly, when } from '../format';

/** A time of the server in the viewer's zone, with the zone in the tooltip. */
export function Time({ iso }: { iso: string }) {
    return (
        <time dateTime={iso} title={exactly(iso)}>
            {when(iso, serverNow())}
        </time>
    );
}
