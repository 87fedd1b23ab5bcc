create table if not exists `SCHEMA`.`PREFIX_migration` (
  `version` bigint not null,
  primary key (`version`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event` (
  `id` bigint not null,
  `version` bigint not null,
  `slug` varchar(768) not null,
  `unique_slug` varchar(768) null,
  `status` varchar(64) not null,
  `author` bigint not null,
  `reader` bigint not null,
  `date` varchar(32) not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `featured` boolean not null,
  `ticketed` boolean not null,
  `start` varchar(32) not null,
  `end` varchar(32) not null,
  `utc_start` varchar(32) not null,
  `parent` bigint not null,
  `keys` longtext not null,
  `text` longtext not null,
  `data` longtext not null,
  primary key (`id`),
  unique key `unique_slug` (`unique_slug`),
  key `slug` (`slug`),
  key `start` (`start`, `date`, `id`, `end`, `status`, `hidden`, `reader`, `full_reader`, `featured`, `ticketed`),
  key `status` (`status`, `date`),
  key `utc_start` (`utc_start`),
  key `parent` (`parent`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_venue` (
  `id` bigint not null,
  `version` bigint not null,
  `slug` varchar(768) not null,
  `unique_slug` varchar(768) null,
  `status` varchar(64) not null,
  `author` bigint not null,
  `reader` bigint not null,
  `date` varchar(32) not null,
  `name` longtext not null,
  `latitude` double null,
  `longitude` double null,
  `keys` longtext not null,
  `text` longtext not null,
  `data` longtext not null,
  primary key (`id`),
  unique key `unique_slug` (`unique_slug`),
  key `slug` (`slug`),
  key `date` (`date`, `id`),
  key `status` (`status`, `date`),
  key `name` (`name`(128)),
  key `latitude` (`latitude`, `longitude`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_organizer` (
  `id` bigint not null,
  `version` bigint not null,
  `slug` varchar(768) not null,
  `unique_slug` varchar(768) null,
  `status` varchar(64) not null,
  `author` bigint not null,
  `reader` bigint not null,
  `date` varchar(32) not null,
  `name` longtext not null,
  `keys` longtext not null,
  `text` longtext not null,
  `data` longtext not null,
  primary key (`id`),
  unique key `unique_slug` (`unique_slug`),
  key `slug` (`slug`),
  key `date` (`date`, `id`),
  key `status` (`status`, `date`),
  key `name` (`name`(128))
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_category` (
  `id` bigint not null,
  `version` bigint not null,
  `slug` varchar(768) not null,
  `unique_slug` varchar(768) null,
  `name` longtext not null,
  `parent` bigint not null,
  `keys` longtext not null,
  `text` longtext not null,
  `data` longtext not null,
  primary key (`id`),
  unique key `unique_slug` (`unique_slug`),
  key `slug` (`slug`),
  key `name` (`name`(128)),
  key `parent` (`parent`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_tag` (
  `id` bigint not null,
  `version` bigint not null,
  `slug` varchar(768) not null,
  `unique_slug` varchar(768) null,
  `name` longtext not null,
  `parent` bigint not null,
  `keys` longtext not null,
  `text` longtext not null,
  `data` longtext not null,
  primary key (`id`),
  unique key `unique_slug` (`unique_slug`),
  key `slug` (`slug`),
  key `name` (`name`(128)),
  key `parent` (`parent`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_receipt` (
  `id` bigint not null,
  `version` bigint not null,
  `expires` varchar(32) not null,
  `keys` longtext not null,
  `text` longtext not null,
  `data` longtext not null,
  primary key (`id`),
  key `expires` (`expires`, `id`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_venue` (
  `venue_id` bigint not null,
  `event_id` bigint not null,
  `status` varchar(64) not null,
  `date` varchar(32) not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `featured` boolean not null,
  `ticketed` boolean not null,
  `start` varchar(32) not null,
  `end` varchar(32) not null,
  `utc_start` varchar(32) not null,
  primary key (`venue_id`, `start`, `date`, `event_id`),
  key `event_id` (`event_id`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_organizer` (
  `organizer_id` bigint not null,
  `event_id` bigint not null,
  `status` varchar(64) not null,
  `date` varchar(32) not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `featured` boolean not null,
  `ticketed` boolean not null,
  `start` varchar(32) not null,
  `end` varchar(32) not null,
  `utc_start` varchar(32) not null,
  primary key (`organizer_id`, `start`, `date`, `event_id`),
  key `event_id` (`event_id`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_tag` (
  `tag_id` bigint not null,
  `event_id` bigint not null,
  `status` varchar(64) not null,
  `date` varchar(32) not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `featured` boolean not null,
  `ticketed` boolean not null,
  `start` varchar(32) not null,
  `end` varchar(32) not null,
  `utc_start` varchar(32) not null,
  primary key (`tag_id`, `start`, `date`, `event_id`),
  key `event_id` (`event_id`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_category` (
  `category_id` bigint not null,
  `event_id` bigint not null,
  `status` varchar(64) not null,
  `date` varchar(32) not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `featured` boolean not null,
  `ticketed` boolean not null,
  `start` varchar(32) not null,
  `end` varchar(32) not null,
  `utc_start` varchar(32) not null,
  primary key (`category_id`, `start`, `date`, `event_id`),
  key `event_id` (`event_id`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_field` (
  `value` varchar(256) not null,
  `event_id` bigint not null,
  `status` varchar(64) not null,
  `date` varchar(32) not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `featured` boolean not null,
  `ticketed` boolean not null,
  `start` varchar(32) not null,
  `end` varchar(32) not null,
  `utc_start` varchar(32) not null,
  primary key (`value`, `start`, `date`, `event_id`),
  key `event_id` (`event_id`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_sort` (
  `id` bigint not null,
  `status` varchar(64) not null,
  `reader` bigint not null,
  `date` varchar(32) not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `featured` boolean not null,
  `ticketed` boolean not null,
  `start` varchar(32) not null,
  `end` varchar(32) not null,
  `utc_start` varchar(32) not null,
  `modified` varchar(32) not null,
  `title` varchar(256) not null,
  primary key (`id`),
  key `date` (`date`, `id`, `start`, `end`, `status`, `hidden`, `reader`, `full_reader`),
  key `modified` (`modified`, `id`, `start`, `end`, `status`, `hidden`, `reader`, `full_reader`),
  key `title` (`title`, `id`, `start`, `end`, `status`, `hidden`, `reader`, `full_reader`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_venue_sort` (
  `id` bigint not null,
  `status` varchar(64) not null,
  `reader` bigint not null,
  `date` varchar(32) not null,
  `modified` varchar(32) not null,
  `title` varchar(256) not null,
  primary key (`id`),
  key `modified` (`modified`, `id`, `status`, `reader`),
  key `title` (`title`, `id`, `status`, `reader`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_organizer_sort` (
  `id` bigint not null,
  `status` varchar(64) not null,
  `reader` bigint not null,
  `date` varchar(32) not null,
  `modified` varchar(32) not null,
  `title` varchar(256) not null,
  primary key (`id`),
  key `modified` (`modified`, `id`, `status`, `reader`),
  key `title` (`title`, `id`, `status`, `reader`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_span` (
  `span` bigint not null,
  `event_id` bigint not null,
  `status` varchar(64) not null,
  `reader` bigint not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `start` varchar(32) not null,
  `end` varchar(32) not null,
  primary key (`span`, `start`, `event_id`),
  key `event_id` (`event_id`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_day` (
  `day` varchar(32) not null,
  `status` varchar(64) not null,
  `reader` bigint not null,
  `full_reader` bigint not null,
  `hidden` boolean not null,
  `n` bigint not null,
  primary key (`day`, `status`, `hidden`, `reader`, `full_reader`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_event_tally` (
  `facet` varchar(32) not null,
  `value` bigint not null,
  `status` varchar(64) not null,
  `n` bigint not null,
  primary key (`facet`, `value`, `status`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_sequence` (
  `name` varchar(32) not null,
  `last` bigint not null,
  primary key (`name`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_revision` (
  `counter` bigint not null,
  `n` bigint not null,
  primary key (`counter`)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists `SCHEMA`.`PREFIX_expectation` (
  `holds` bigint not null,
  primary key (`holds`),
  check (holds = 1)
) engine = InnoDB default character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

insert ignore into `SCHEMA`.`PREFIX_event_sort` (`id`, `status`, `reader`, `date`, `full_reader`, `hidden`, `featured`, `ticketed`, `start`, `end`, `utc_start`, `modified`, `title`) select id, `status`, `reader`, `date`, `full_reader`, `hidden`, `featured`, `ticketed`, `start`, `end`, `utc_start`, case when locate('"modified_utc":"', data) > 0 then substring(data, locate('"modified_utc":"', data) + 16, 19) else `date` end, left(substring_index(substring(`text`, 2), char(31 using utf8mb4), 1), 250) from `SCHEMA`.`PREFIX_event`;

update `SCHEMA`.`PREFIX_event` set `keys` = concat(left(`keys`, char_length(`keys`) - 1), ',"modified":', json_quote(case when locate('"modified_utc":"', data) > 0 then substring(data, locate('"modified_utc":"', data) + 16, 19) else `date` end), ',"title":', json_quote(left(substring_index(substring(`text`, 2), char(31 using utf8mb4), 1), 250)), '}') where `keys` not like '%"title":%';

insert ignore into `SCHEMA`.`PREFIX_venue_sort` (`id`, `status`, `reader`, `date`, `modified`, `title`) select id, `status`, `reader`, `date`, case when locate('"modified_utc":"', data) > 0 then substring(data, locate('"modified_utc":"', data) + 16, 19) else `date` end, left(substring_index(substring(`text`, 2), char(31 using utf8mb4), 1), 250) from `SCHEMA`.`PREFIX_venue`;

update `SCHEMA`.`PREFIX_venue` set `keys` = concat(left(`keys`, char_length(`keys`) - 1), ',"modified":', json_quote(case when locate('"modified_utc":"', data) > 0 then substring(data, locate('"modified_utc":"', data) + 16, 19) else `date` end), ',"title":', json_quote(left(substring_index(substring(`text`, 2), char(31 using utf8mb4), 1), 250)), '}') where `keys` not like '%"title":%';

insert ignore into `SCHEMA`.`PREFIX_organizer_sort` (`id`, `status`, `reader`, `date`, `modified`, `title`) select id, `status`, `reader`, `date`, case when locate('"modified_utc":"', data) > 0 then substring(data, locate('"modified_utc":"', data) + 16, 19) else `date` end, left(substring_index(substring(`text`, 2), char(31 using utf8mb4), 1), 250) from `SCHEMA`.`PREFIX_organizer`;

update `SCHEMA`.`PREFIX_organizer` set `keys` = concat(left(`keys`, char_length(`keys`) - 1), ',"modified":', json_quote(case when locate('"modified_utc":"', data) > 0 then substring(data, locate('"modified_utc":"', data) + 16, 19) else `date` end), ',"title":', json_quote(left(substring_index(substring(`text`, 2), char(31 using utf8mb4), 1), 250)), '}') where `keys` not like '%"title":%';

insert ignore into `SCHEMA`.`PREFIX_sequence` (`name`, `last`) values ('post', 0), ('term', 0);

insert ignore into `SCHEMA`.`PREFIX_migration` (version) values (6);
