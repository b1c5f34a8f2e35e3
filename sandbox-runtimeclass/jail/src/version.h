/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef GRETLAB_VERSION_H
#define GRETLAB_VERSION_H

#define GRETLAB_JAIL_VERSION "1.0"

#endif
