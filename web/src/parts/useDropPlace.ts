import { useEffect, useRef, useState, type DragEvent } from "react";

/** What a place needs that files are dropped on, and whether some are held over it now. */
export function useDropPlace(take: (files: File[]) => void, isOpen = true) {
  const [isOver, setOver] = useState(false);
  const held = useRef<Element | null>(null);
  function hold(event: DragEvent) {
    if (!isOpen || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    held.current = event.currentTarget;
    setOver(true);
  }
  // Where what was under the pointer is gone, nobody is told that the pointer left: where it is now tells.
  useEffect(() => {
    if (!isOver) return;
    const elsewhere = (event: Event) => {
      if (!held.current?.contains(event.target as Node | null)) setOver(false);
    };
    window.addEventListener("dragenter", elsewhere);
    window.addEventListener("dragover", elsewhere);
    return () => {
      window.removeEventListener("dragenter", elsewhere);
      window.removeEventListener("dragover", elsewhere);
    };
  }, [isOver]);
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
