import type { CellEditorProps } from "./cell-edit.ts";
import classes from "./entity-grid.module.css";
import { useGridTools } from "./grid-tools.ts";
import { OptionsEditor } from "./options-editor.tsx";
import { ReferencesEditor } from "./references-editor.tsx";
import { TextEditor } from "./text-editor.tsx";

/** The control for a cell, by the data type of its column. */
export function CellEditor(props: CellEditorProps) {
  return (
    <div className={classes["editor"]}>
      <Control {...props} />
    </div>
  );
}

function Control(props: CellEditorProps) {
  const { optionsOf } = useGridTools();
  const { column } = props;
  switch (column.property.propertyType) {
    case "boolean":
      return <OptionsEditor {...props} choices={truths} />;
    case "choice":
    case "multi_select":
      return (
        <OptionsEditor
          {...props}
          choices={optionsOf(column).map(({ value, display }) => ({ value, label: display }))}
        />
      );
    case "object_reference":
    case "object_ref_list":
    case "user_list":
      return <ReferencesEditor {...props} />;
    default:
      return <TextEditor {...props} />;
  }
}

const truths = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
] as const;
