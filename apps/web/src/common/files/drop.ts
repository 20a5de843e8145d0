import { type DragEvent, useRef, useState } from 'react';
import { folderType } from './admission.ts';

/** Whether files are dragged: text and links are none of the drop area's business. */
export const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** What was dropped; a folder, which a browser gives as a file without a type, says that it is one. */
function dropped({ items, files }: DataTransfer): File[] {
  const folders = new Set(
    [...items]
      .filter((item) => item.kind === 'file')
      .map((item, index) => (item.webkitGetAsEntry()?.isDirectory ? index : -1)),
  );
  return [...files].map((file, index) =>
    folders.has(index) ? new File([], file.name, { type: folderType }) : file,
  );
}

/** Whether files are being dragged over an element, and what to do when they are dropped there. */
export function useDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  // Entering a child leaves its parent: only as many leaves as enters mean that the pointer is gone.
  const step = (change: number) => {
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0);
  };
  return {
    over,
    handlers: {
      onDragEnter: (event: DragEvent) => hasFiles(event) && step(1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && step(-1),
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        step(-depth.current);
        const files = dropped(event.dataTransfer);
        if (files.length > 0) onFiles(files);
      },
    },
  };
}
