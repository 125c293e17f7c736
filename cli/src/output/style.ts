type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

const plain: Paint = (text) => text;
const painted =
  (open: number, close: number): Paint =>
  (text) =>
    `\u001b[${open}m${text}\u001b[${close}m`;

/** Colors on terminals, plain text elsewhere. */
export function styleOf(hasColors: boolean): Style {
  return hasColors
    ? {
        bold: painted(1, 22),
        dim: painted(2, 22),
        red: painted(31, 39),
        green: painted(32, 39),
        yellow: painted(33, 39),
        cyan: painted(36, 39),
      }
    : { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };
}
