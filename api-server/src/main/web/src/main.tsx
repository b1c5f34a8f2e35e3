/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { render } from 'preact';
import { App } from './app';
import { startRouter } from './router';

startRouter();
const root = document.getElementById('app');
if (root !== null) {
    render(<App />, root);
}
