import { Skeleton } from "@mantine/core";
import { useWords } from "../i18n/language";
import operate from "../operate/Operate.module.css";
import { MoreViews } from "./MoreViews";
import { StepList } from "./StepList";
import classes from "./start.module.css";
import { useSteps } from "./useSteps";
import { startWords } from "./words";

/** All of them, also those that are done. */
export function StepsView() {
  const words = useWords(startWords);
  const steps = useSteps();
  if (!steps) return <Skeleton height={300} radius="lg" />;
  return (
    <>
      <p className={operate.intro}>{steps.every((step) => step.isDone) ? words.allDone : words.intro}</p>
      <div className={classes.page}>
        <StepList steps={steps} />
        <MoreViews />
      </div>
    </>
  );
}
