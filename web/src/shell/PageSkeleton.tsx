import { Skeleton } from "@mantine/core";
import { useWords } from "../i18n/language";
import { partsWords } from "../parts/words";
import classes from "./PageSkeleton.module.css";

/** The shape of a page before its content. */
export function PageSkeleton() {
  const words = useWords(partsWords);
  return (
    <div className={classes.skeleton} role="status" aria-label={words.loading}>
      <Skeleton height={26} width={180} />
      <Skeleton height={14} width="62%" />
      <Skeleton height={14} width="48%" />
      <Skeleton height={180} radius="lg" mt={12} />
    </div>
  );
}
