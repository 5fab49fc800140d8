import { Skeleton } from "@mantine/core";
import { useWords } from "../i18n/language";
import { Page } from "../parts/Page";
import { NotFound } from "../shell/NotFound";
import { useMay } from "../shell/account";
import { StepList } from "./StepList";
import classes from "./start.module.css";
import { useSteps } from "./useSteps";
import { startWords } from "./words";

export default function StartPage() {
  return useMay()("users:manage") ? <Steps /> : <NotFound />;
}

function Steps() {
  const words = useWords(startWords);
  const steps = useSteps();
  const isAllDone = steps?.every((step) => step.isDone) ?? false;
  return (
    <Page title={words.title} intro={isAllDone ? words.allDone : words.intro}>
      <div className={classes.page}>{steps ? <StepList steps={steps} /> : <Skeleton height={260} radius="lg" />}</div>
    </Page>
  );
}
