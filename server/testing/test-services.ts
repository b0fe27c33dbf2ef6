import type { Container } from '../app.ts';

export type TestServices = ReturnType<typeof servicesOf>;

export function servicesOf({ platform, features, actions }: Container) {
  const { auth, user, organisation, permissionGroup, task, mail, webhook, course, statistics } = features;
  const { passwordReset, settings, notification, resource, machineWork, tag, homePage, upload, review, scan } =
    features;
  return {
    hasher: auth.hasher,
    box: platform.box,
    users: user.users,
    organisation: organisation.organisation,
    subjects: organisation.subjects,
    permissionGroups: permissionGroup.groups,
    tasks: task.tasks,
    taskLoop: task.loop,
    taskRounds: task.rounds,
    mailLoop: mail.loop,
    webhookLoop: webhook.loop,
    courseLoop: course.loop,
    foldLoop: statistics.foldLoop,
    officeEvents: statistics.office,
    systemMail: mail.system,
    passwordResets: passwordReset.resets,
    passwords: auth.passwords,
    sessions: auth.sessions,
    settings: settings.settings,
    notifications: notification.notifications,
    actions,
    intake: resource.intake,
    pipeline: machineWork.pipeline,
    schedule: resource.schedule,
    tags: tag.tags,
    homePage: homePage.reader,
    fileStore: platform.fileStore,
    uploadRecovery: upload.recovery,
    gate: resource.gate,
    reviews: review.reviews,
    scans: scan.scans,
    scanLoop: scan.loop,
    rescans: scan.rescans,
  };
}
