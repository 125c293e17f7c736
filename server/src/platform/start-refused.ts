/** Why a command cannot begin its work, where the operator can fix that. The message says how, and is all that is shown. */
export class StartRefused extends Error {}
