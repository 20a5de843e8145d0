/** Bytes of a disk: what is free, and what of it is not for uploads. */
export interface Spare {
  readonly free: number;
  readonly floor: number;
}

/** Whether uploads are taken; where there is no disk of ours they are. */
export const isRoom = (spare: Spare | undefined): boolean => spare === undefined || spare.free >= spare.floor;
