/** Why a command cannot start, if the operator can fix it. The message says how, and is all that is shown. */
export class StartRefused extends Error {}
