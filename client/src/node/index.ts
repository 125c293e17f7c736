export { fileCursor } from "./file-cursor.ts";
export { fileSource } from "./file-source.ts";
export { saveFile } from "./save-file.ts";
