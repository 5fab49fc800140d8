import { Skeleton } from "@mantine/core";
import classes from "./Loading.module.css";

/** The place of something that is on its way, as tall as it will be. */
export function Loading({ height }: { height: number }) {
  return (
    <div className={classes.loading}>
      <Skeleton height={height} radius="md" />
    </div>
  );
}
