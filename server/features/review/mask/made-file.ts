/** A covered file in the folder of the job, and what it stands for; `renditionId` null: the version's own file. */
export type MadeFile = { file: string; name: string; contentType: string; renditionIds: (string | null)[] };

export type Box = readonly number[];
export const wholePage: Box = [0, 0, 1, 1];
