import { type SearchIndex, type SearchResult, searchGuides, type TextPart } from "./search-index.ts";

interface SearchDialog {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly results: HTMLElement;
  readonly status: HTMLElement;
}

let opened: SearchDialog | undefined;
let index: Promise<SearchIndex> | undefined;

/** Shows the search, with the query of the last time selected. */
export async function openSearch(indexUrl: string): Promise<void> {
  opened ??= createDialog(indexUrl);
  const { dialog, input } = opened;
  if (!dialog.open) {
    dialog.showModal();
  }
  input.select();
  await showResults(opened, indexUrl);
}

/** Loaded once. A failure is forgotten, so that the next key tries again. */
function loadIndex(url: string): Promise<SearchIndex> {
  index ??= fetch(url)
    .then((response) => {
      if (!response.ok) throw new Error(`The search index returned ${response.status}.`);
      return response.json();
    })
    .catch((error: unknown) => {
      index = undefined;
      throw error;
    });
  return index;
}

function createDialog(indexUrl: string): SearchDialog {
  const dialog = create("dialog", { class: "search", "aria-label": "Search the guides" });
  const input = create("input", {
    type: "search",
    placeholder: "Search the guides",
    "aria-label": "Search the guides",
    autocomplete: "off",
    spellcheck: "false",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": "search-results",
    "aria-expanded": "false",
  });
  const results = create("div", { id: "search-results", role: "listbox", "aria-label": "Results", hidden: "" });
  const status = create("p", { role: "status" });
  const keys = create("p", { class: "keys" }, "↑ ↓ to select, Enter to open, Esc to close");
  dialog.append(input, status, results, keys);
  document.body.append(dialog);
  const made = { dialog, input, results, status };
  input.addEventListener("input", () => void showResults(made, indexUrl));
  input.addEventListener("keydown", (event) => handleKey(made, event));
  // The dialog itself is only its backdrop and border; what is inside are other elements.
  dialog.addEventListener("click", ({ target }) => {
    const isResult = target instanceof Element && target.closest('[role="option"]') !== null;
    if (target === dialog || isResult) dialog.close();
  });
  return made;
}

async function showResults(search: SearchDialog, indexUrl: string): Promise<void> {
  const { input, results, status } = search;
  const query = input.value;
  const loaded = await loadIndex(indexUrl).catch(() => undefined);
  // Another key was typed in the meantime.
  if (query !== input.value) {
    return;
  }
  const found = loaded === undefined ? [] : searchGuides(loaded, query);
  results.replaceChildren(...groupByPage(found).map(renderGroup));
  results.hidden = found.length === 0;
  input.setAttribute("aria-expanded", String(found.length > 0));
  status.textContent =
    loaded === undefined ? "The search could not be loaded. Try again." : describe(query, found.length);
  select(search, 0);
}

function describe(query: string, count: number): string {
  if (query.trim() === "") {
    return "";
  }
  return count === 0 ? "No results. Try fewer or different words." : `${count} ${count === 1 ? "result" : "results"}`;
}

/** In the order of their best results. */
function groupByPage(found: readonly SearchResult[]): SearchResult[][] {
  const groups = new Map<string, SearchResult[]>();
  for (const result of found) {
    groups.set(result.page, [...(groups.get(result.page) ?? []), result]);
  }
  return [...groups.values()];
}

function renderGroup(group: readonly SearchResult[], place: number): HTMLElement {
  const id = `search-page-${place}`;
  const options = group.map((result, number) =>
    create(
      "a",
      { id: `${id}-${number}`, role: "option", href: result.address, tabindex: "-1", "aria-selected": "false" },
      create("span", { class: "heading" }, ...result.heading.map(renderPart)),
      create("span", { class: "excerpt" }, ...result.excerpt.map(renderPart)),
    ),
  );
  const title = create("p", { id, role: "presentation" }, group[0]?.page ?? "");
  return create("div", { role: "group", "aria-labelledby": id }, title, ...options);
}

function renderPart({ text, isMarked }: TextPart): Node | string {
  return isMarked ? create("mark", {}, text) : text;
}

/** The focus stays in the field, as in every list that filters while one types. */
function handleKey(search: SearchDialog, event: KeyboardEvent): void {
  const options = optionsOf(search);
  const current = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    select(search, (current + step + options.length) % options.length);
  } else if (event.key === "Enter") {
    event.preventDefault();
    options[current]?.click();
  } else if (event.key === "Escape") {
    // The field would first clear itself.
    event.preventDefault();
    search.dialog.close();
  }
}

function select(search: SearchDialog, place: number): void {
  const options = optionsOf(search);
  for (const option of options) {
    option.setAttribute("aria-selected", String(option === options[place]));
  }
  const selected = options[place];
  if (selected === undefined) {
    search.input.removeAttribute("aria-activedescendant");
  } else {
    search.input.setAttribute("aria-activedescendant", selected.id);
    selected.scrollIntoView({ block: "nearest" });
  }
}

function optionsOf({ results }: SearchDialog): HTMLElement[] {
  return [...results.querySelectorAll<HTMLElement>('[role="option"]')];
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}
