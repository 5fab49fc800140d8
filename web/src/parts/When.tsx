import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { useFormats } from "../i18n/language";

/** How long ago; the exact time on hover. */
export function When({ at }: { at: string }) {
  const formats = useFormats();
  const [, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again((n) => n + 1), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip label={formats.exact(at)}>
      <time dateTime={at}>{formats.relative(at)}</time>
    </Tooltip>
  );
}
