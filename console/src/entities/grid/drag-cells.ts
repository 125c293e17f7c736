import type { CellPlace } from "./move-cell.ts";

const scrollEveryMs = 50;

/** Reports the cell under the pointer until the button is released. Beyond an edge, the grid scrolls. */
export function dragCells(scroller: HTMLElement, onMove: (place: CellPlace) => void, onEnd: () => void): void {
  const listening = new AbortController();
  const { signal } = listening;
  let point: { readonly x: number; readonly y: number } | undefined;
  const step = () => {
    if (point === undefined) return;
    const box = scroller.getBoundingClientRect();
    const [x, y] = [within(point.x, box.left, box.right), within(point.y, box.top, box.bottom)];
    if (x !== point.x || y !== point.y) {
      scroller.scrollBy(point.x - x, point.y - y);
    }
    const place = placeOf(document.elementFromPoint(x, y));
    if (place !== undefined) onMove(place);
  };
  const timer = setInterval(step, scrollEveryMs);
  const move = ({ clientX, clientY }: MouseEvent) => {
    point = { x: clientX, y: clientY };
    step();
  };
  const end = () => {
    clearInterval(timer);
    listening.abort();
    onEnd();
  };
  addEventListener("mousemove", move, { signal });
  addEventListener("mouseup", end, { signal });
}

/** The position of the cell that contains an element. */
export function placeOf(target: EventTarget | null): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest("[data-place]") : null;
  const [row, column] = cell?.getAttribute("data-place")?.split(":").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** Inside of the border. */
function within(value: number, from: number, to: number): number {
  return Math.max(from + 2, Math.min(value, to - 2));
}
