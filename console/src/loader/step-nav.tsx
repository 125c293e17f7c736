import { Icon } from "../ui/icon.tsx";
import { type LoadStep, loadSteps } from "./load-search.ts";
import classes from "./step-nav.module.css";

const titles: Readonly<Record<LoadStep, string>> = {
  file: "File",
  columns: "Columns",
  preview: "Preview",
  check: "Dry run and load",
};

interface StepNavProps {
  readonly current: LoadStep;
  /** Undefined until there is a file. */
  readonly onGo: ((step: LoadStep) => void) | undefined;
}

/** The position in the wizard. Every step is available once there is a file. */
export function StepNav({ current, onGo }: StepNavProps) {
  const at = loadSteps.indexOf(current);
  return (
    <nav aria-label="Steps">
      <ol className={classes["steps"]}>
        {loadSteps.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              className={classes["step"]}
              aria-current={index === at ? "step" : undefined}
              disabled={onGo === undefined && index !== at}
              onClick={() => onGo?.(step)}
            >
              <span className={classes["number"]}>{index < at ? <Icon name="check" size={14} /> : index + 1}</span>
              <span className={classes["label"]}>{titles[step]}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
