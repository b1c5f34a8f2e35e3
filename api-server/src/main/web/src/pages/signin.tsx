/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { SignInForm } from '../ui/sign-in-form';
import { Icon } from '../ui/icon';
import { useTitle } from '../ui/hooks';
import { words } from '../words';

export function SignInPage() {
    useTitle(words.title(words.signIn.title));
    return (
        <div class="sign-in">
            <p class="brand">
                <span class="brand-sign">
                    <Icon name="prompt" />
                </span>
                <span>{words.product}</span>
            </p>
            <h1>{words.signIn.title}</h1>
            <SignInForm />
        </div>
    );
}
