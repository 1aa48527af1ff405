//! The promises of SECURITY.md, one file each, in one binary.

mod r01_folder_scenes;
mod r01_folder_verbs;
mod r01_folders;
mod r01_kill;
mod r01_lists;
mod r01_scenes;
mod r01_verbs;
mod r02_folders;
mod r02_sync;
mod r04_agent;
mod r04_contention;
mod r04_folders;
mod r04_lock;
mod r04_replay;
mod r05_simulation;
mod r06_chain;
mod r06_folders;
mod r06_growth;
mod r06_parsers;
mod r06_rulebook;
mod r06_soup;
mod r07_bombs;
mod r07_yaml;
mod r18_old_data;
mod r18_read_only;
mod r18_tampering;
