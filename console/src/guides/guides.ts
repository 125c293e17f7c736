// The script of every page below /docs, which works without it: it adds copy buttons, and a search that is loaded on use.
import { copyText } from "../ui/clipboard.ts";

const shownMs = 2_000;

addCopyButtons();
offerSearch();

function addCopyButtons(): void {
  const status = document.createElement("p");
  status.className = "unseen";
  status.setAttribute("role", "status");
  document.body.append(status);
  for (const block of document.querySelectorAll(".code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copyBlock(block, button, status));
    block.append(button);
  }
}

async function copyBlock(block: Element, button: HTMLElement, status: HTMLElement): Promise<void> {
  const isCopied = await copyText(block.querySelector("code")?.textContent ?? "");
  const message = isCopied ? "Copied" : "Not copied";
  button.textContent = message;
  status.textContent = message;
  setTimeout(() => {
    button.textContent = "Copy";
    status.textContent = "";
  }, shownMs);
}

/** The button is in the page, but hidden where no script runs. It names the index, whose URL changes with its content. */
function offerSearch(): void {
  const button = document.querySelector<HTMLElement>("button.search");
  const indexUrl = button?.dataset["index"];
  if (button === null || indexUrl === undefined) {
    return;
  }
  const open = async () => {
    const { openSearch } = await import("./search-dialog.ts");
    await openSearch(indexUrl);
  };
  button.hidden = false;
  button.addEventListener("click", () => void open());
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isPalette = event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!isTyping && (isSlash || isPalette)) {
      event.preventDefault();
      void open();
    }
  });
}
