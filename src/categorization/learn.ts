/** What is learned from assignments, in the transaction that makes or removes them. */
import type { Db } from '../kernel/database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { type Bin, type FeatureCount, type LearnedTag, binOf, posteriors } from './predict.ts'

type GroupKey = { organizationId: string; groupId: string }

/** Everything that a prediction over some groups needs: one statement each, however many groups and tags there are. */
export const knowledgeOf = async (
  db: Db,
  organizationId: string,
  groupIds: readonly string[],
  features: readonly string[],
) => {
  const [tags, counts, bins] = await Promise.all([
    db.tag.findMany({
      where: { organizationId, groupId: { in: [...groupIds] } },
      select: { id: true, groupId: true, name: true, learned: true, learnedFeatures: true },
      orderBy: { id: 'asc' },
    }),
    db.$queryRaw<(FeatureCount & { groupId: string })[]>(Prisma.sql`
      SELECT tags."groupId", counted."tagId", counted.feature, counted.count
      FROM tags
      JOIN tag_features AS counted ON counted."organizationId" = tags."organizationId" AND counted."tagId" = tags.id
      WHERE tags."organizationId" = ${organizationId} AND tags."groupId" = ANY(${[...groupIds]})
        AND counted.feature = ANY(${[...features]})`),
    db.tagReliability.findMany({
      where: { organizationId, groupId: { in: [...groupIds] } },
      select: { groupId: true, bin: true, predictions: true, hits: true },
    }),
  ])
  return groupIds.map((groupId) => {
    const own = <Row extends { groupId: string }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => row.groupId === groupId)
    return { groupId, tags: own(tags), counts: own(counts), bins: own(bins) satisfies Bin[] }
  })
}

/** What would have been said of every tag is put beside what was decided, before anything is learned from it. */
const recordPrediction = async (
  db: Db,
  { organizationId, groupId }: GroupKey,
  chosen: string,
  candidates: readonly LearnedTag[],
  counts: readonly FeatureCount[],
  features: readonly string[],
): Promise<void> => {
  const bins = new Map<number, { bin: number; predictions: number; hits: number }>()
  for (const [tagId, probability] of posteriors(candidates, counts, features)) {
    const bin = binOf(probability)
    const row = bins.get(bin) ?? { bin, predictions: 0, hits: 0 }
    bins.set(bin, { bin, predictions: row.predictions + 1, hits: row.hits + (tagId === chosen ? 1 : 0) })
  }
  await db.$executeRaw(Prisma.sql`
    INSERT INTO tag_reliability ("organizationId", "groupId", bin, predictions, hits)
    SELECT ${organizationId}, ${groupId}, bin, predictions, hits
    FROM jsonb_to_recordset(${JSON.stringify([...bins.values()])}::jsonb) AS row(bin int, predictions int, hits int)
    ON CONFLICT ("organizationId", "groupId", bin) DO UPDATE
    SET predictions = tag_reliability.predictions + EXCLUDED.predictions, hits = tag_reliability.hits + EXCLUDED.hits`)
}

/** Learns that an object with these features has the tag. Tags that it has already were not in question. */
export const learn = async (
  db: Db,
  { organizationId, groupId }: GroupKey,
  tagId: string,
  had: ReadonlySet<string>,
  features: readonly string[],
): Promise<void> => {
  const [known] = await knowledgeOf(db, organizationId, [groupId], features)
  const candidates = (known?.tags ?? []).filter(({ id }) => !had.has(id))
  if (candidates.some(({ learned }) => learned > 0))
    await recordPrediction(db, { organizationId, groupId }, tagId, candidates, known?.counts ?? [], features)
  await db.tag.update({
    where: { organizationId_id: { organizationId, id: tagId } },
    data: { learned: { increment: 1 }, learnedFeatures: { increment: features.length } },
    select: { id: true },
  })
  await db.$executeRaw(Prisma.sql`
    INSERT INTO tag_features ("organizationId", "tagId", feature, count)
    SELECT ${organizationId}, ${tagId}, feature, 1 FROM unnest(${[...features]}::text[]) AS feature
    ON CONFLICT ("organizationId", "tagId", feature) DO UPDATE SET count = tag_features.count + 1`)
}

/** Takes back what an assignment has taught. That a prediction was right or wrong stays true. */
export const unlearn = async (
  db: Db,
  { organizationId, tagId, features }: { organizationId: string; tagId: string; features: readonly string[] },
): Promise<void> => {
  await db.tag.update({
    where: { organizationId_id: { organizationId, id: tagId } },
    data: { learned: { decrement: 1 }, learnedFeatures: { decrement: features.length } },
    select: { id: true },
  })
  await db.$executeRaw(Prisma.sql`
    UPDATE tag_features SET count = count - 1
    WHERE "organizationId" = ${organizationId} AND "tagId" = ${tagId} AND feature = ANY(${[...features]})`)
  await db.tagFeature.deleteMany({ where: { organizationId, tagId, count: { lte: 0 } } })
}

/** Forgets all tags on objects of a kind, with what they have taught: what is left is counted anew. */
export const forgetAllOf = async (db: Db, organizationId: string, objectType: string): Promise<void> => {
  await db.tagAssignment.deleteMany({ where: { organizationId, objectType } })
  await db.tagReliability.deleteMany({ where: { organizationId } })
  await db.tagFeature.deleteMany({ where: { organizationId } })
  await db.$executeRaw(Prisma.sql`
    INSERT INTO tag_features ("organizationId", "tagId", feature, count)
    SELECT "organizationId", "tagId", feature, count(*)
    FROM tag_assignments CROSS JOIN unnest(features) AS feature
    WHERE "organizationId" = ${organizationId}
    GROUP BY "organizationId", "tagId", feature`)
  await db.$executeRaw(Prisma.sql`
    UPDATE tags
    SET learned = (
        SELECT count(*) FROM tag_assignments AS own
        WHERE own."organizationId" = tags."organizationId" AND own."tagId" = tags.id),
      "learnedFeatures" = (
        SELECT COALESCE(sum(cardinality(own.features)), 0) FROM tag_assignments AS own
        WHERE own."organizationId" = tags."organizationId" AND own."tagId" = tags.id)
    WHERE "organizationId" = ${organizationId}`)
}
