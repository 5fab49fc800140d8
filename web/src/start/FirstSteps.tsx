// A card for whoever sets the house up; gone once all is done, or once they have seen enough.
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useWords } from "../i18n/language";
import { MoreViews } from "./MoreViews";
import { StepList } from "./StepList";
import classes from "./start.module.css";
import { isWanted } from "./steps";
import { useDismissed } from "./useDismissed";
import { useSteps } from "./useSteps";
import { startWords } from "./words";

export default function FirstSteps() {
  const [isDismissed, dismiss] = useDismissed("first-steps");
  // Nothing is asked for that nobody is told.
  return isDismissed ? null : <Card dismiss={dismiss} />;
}

function Card({ dismiss }: { dismiss: () => void }) {
  const words = useWords(startWords);
  const steps = useSteps();
  if (!isWanted(steps)) return null;
  return (
    <section className={classes.card} aria-label={words.title}>
      <header className={classes.head}>
        <h3>{words.title}</h3>
        <span>{words.progress(steps.filter((step) => step.isDone).length, steps.length)}</span>
        <Tooltip label={words.dismiss}>
          <ActionIcon aria-label={words.dismiss} onClick={dismiss}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </header>
      <StepList steps={steps} />
      <MoreViews />
    </section>
  );
}
