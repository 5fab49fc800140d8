//! Red flags of a pack: `urgency/rules.toml`, what they learn from, and how things are told (`urgency/told.toml`).

use std::sync::Arc;

use super::{Fault, Reading, evals, parse, text};
use crate::routing::{Router, RoutesFile};
use crate::urgency::RedFlags;

impl Reading<'_> {
    /// Rules that say how urgent a message is; whoever names somebody for emergencies needs them.
    pub(super) fn red_flags(&mut self, router: Option<&Router>) -> Option<Arc<RedFlags>> {
        let path = self.folder.join("urgency").join("rules.toml");
        if !path.is_file() {
            if let Some(agent) = router.and_then(Router::for_emergencies) {
                let problem =
                    format!("`urgent` sends emergencies to `{agent}`, but there is no urgency/rules.toml");
                self.faults.push(Fault::of_file(&self.folder.join("routes.toml"), problem));
            }
            return None;
        }
        let read = text(&path).and_then(|text| Ok((parse::<RoutesFile>(&path, &text)?, text)));
        let (file, text) = match read {
            Ok(read) => read,
            Err(fault) => {
                self.faults.push(fault);
                return None;
            }
        };
        match RedFlags::new(&file) {
            Ok(flags) => {
                let urgent = router.and_then(Router::for_emergencies);
                let cases = if flags.wants_cases() {
                    evals::cases(self.folder, urgent, &mut self.faults)
                } else {
                    Vec::new()
                };
                self.told(flags.with_cases(cases))
            }
            Err(faults) => {
                let named = faults.into_iter().map(|fault| Fault::at(&path, &text, fault.at, fault.problem));
                self.faults.extend(named);
                None
            }
        }
    }

    /// With rules for how things are told, if there are any.
    fn told(&mut self, flags: RedFlags) -> Option<Arc<RedFlags>> {
        let path = self.folder.join("urgency").join("told.toml");
        if !path.is_file() {
            return Some(Arc::new(flags));
        }
        let read = text(&path).and_then(|text| Ok((parse::<RoutesFile>(&path, &text)?, text)));
        let told = match read {
            Ok((file, text)) => flags.with_told(&file).map_err(|faults| {
                let named = faults.into_iter().map(|fault| Fault::at(&path, &text, fault.at, fault.problem));
                named.collect::<Vec<_>>()
            }),
            Err(fault) => Err(vec![fault]),
        };
        match told {
            Ok(flags) => Some(Arc::new(flags)),
            Err(faults) => {
                self.faults.extend(faults);
                None
            }
        }
    }
}
