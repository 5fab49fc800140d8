import { Button, VisuallyHidden } from "@mantine/core";
import { IconBooks, IconBuildingStore, IconCheck, IconSparkles, IconUsers, type Icon } from "@tabler/icons-react";
import { Link } from "wouter";
import { useWords } from "../i18n/language";
import classes from "./start.module.css";
import type { Step, StepName } from "./steps";
import { startWords } from "./words";

const ICONS: Record<StepName, Icon> = { documents: IconBooks, model: IconSparkles, business: IconBuildingStore, people: IconUsers };

export function StepList({ steps }: { steps: Step[] }) {
  const words = useWords(startWords);
  return (
    <ol className={classes.steps}>
      {steps.map(({ name, isDone, href }) => {
        const StepIcon = isDone ? IconCheck : ICONS[name];
        const { title, text, button } = words.steps[name];
        return (
          <li key={name} data-done={isDone || undefined}>
            <span className={classes.icon}>
              <StepIcon size={17} stroke={1.8} />
            </span>
            <div className={classes.step}>
              <strong>{title}</strong>
              {isDone && <VisuallyHidden>{words.isDone}</VisuallyHidden>}
              <span>{text}</span>
            </div>
            {!isDone && (
              <Button component={Link} href={href} size="compact-sm" variant="default">
                {button}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
