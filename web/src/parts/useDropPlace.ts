import { useState, type DragEvent } from "react";

/** What a place needs that files are dropped on, and whether some are held over it now. */
export function useDropPlace(take: (files: File[]) => void, isOpen = true) {
  const [isOver, setOver] = useState(false);
  function hold(event: DragEvent) {
    if (!isOpen || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  }
  const place = {
    // Both: where what is under the pointer changes, a browser says `enter` once more in place of `over`.
    onDragEnter: hold,
    onDragOver: hold,
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      if (isOpen) take([...event.dataTransfer.files]);
    },
  };
  return [isOver, place] as const;
}
